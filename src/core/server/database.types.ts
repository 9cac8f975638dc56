// Generated from supabase/migrations by `npm run types:generate`.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      alerts: {
        Row: {
          attempts: number;
          bounced_at: string | null;
          bounces: number;
          claimed_at: string | null;
          created_at: string;
          event_id: string | null;
          id: string;
          job_title: string | null;
          kind: string;
          reason: string | null;
          record_id: string;
          rev: number;
          sent_at: string | null;
          state: string;
        };
        Insert: {
          attempts?: number;
          bounced_at?: string | null;
          bounces?: number;
          claimed_at?: string | null;
          created_at?: string;
          event_id?: string | null;
          id?: string;
          job_title?: string | null;
          kind: string;
          reason?: string | null;
          record_id: string;
          rev?: number;
          sent_at?: string | null;
          state?: string;
        };
        Update: {
          attempts?: number;
          bounced_at?: string | null;
          bounces?: number;
          claimed_at?: string | null;
          created_at?: string;
          event_id?: string | null;
          id?: string;
          job_title?: string | null;
          kind?: string;
          reason?: string | null;
          record_id?: string;
          rev?: number;
          sent_at?: string | null;
          state?: string;
        };
        Relationships: [];
      };
      booking_events: {
        Row: {
          actor: string;
          booking_id: string;
          created_at: string;
          created_by: string | null;
          crew: string[] | null;
          day: string | null;
          every: number | null;
          for_series: boolean | null;
          from_day: string | null;
          from_slot: string | null;
          id: string;
          kind: string;
          made_at: string | null;
          message: string | null;
          pictures: number | null;
          price_pence: number | null;
          price_per: string | null;
          rev: number;
          time_slot: string | null;
        };
        Insert: {
          actor: string;
          booking_id: string;
          created_at?: string;
          created_by?: string | null;
          crew?: string[] | null;
          day?: string | null;
          every?: number | null;
          for_series?: boolean | null;
          from_day?: string | null;
          from_slot?: string | null;
          id: string;
          kind: string;
          made_at?: string | null;
          message?: string | null;
          pictures?: number | null;
          price_pence?: number | null;
          price_per?: string | null;
          rev: number;
          time_slot?: string | null;
        };
        Update: {
          actor?: string;
          booking_id?: string;
          created_at?: string;
          created_by?: string | null;
          crew?: string[] | null;
          day?: string | null;
          every?: number | null;
          for_series?: boolean | null;
          from_day?: string | null;
          from_slot?: string | null;
          id?: string;
          kind?: string;
          made_at?: string | null;
          message?: string | null;
          pictures?: number | null;
          price_pence?: number | null;
          price_per?: string | null;
          rev?: number;
          time_slot?: string | null;
        };
        Relationships: [
          { foreignKeyName: 'booking_events_booking_id_fkey'; columns: ['booking_id']; isOneToOne: false; referencedRelation: 'bookings'; referencedColumns: ['id'] },
        ];
      };
      bookings: {
        Row: {
          access: string | null;
          address: string;
          by_office: boolean;
          created_at: string;
          crew: string[];
          email: string | null;
          frequency: string | null;
          id: string;
          instructions: string | null;
          job: string;
          name: string;
          notes: string | null;
          phone: string;
          preferred_date: string;
          preferred_time: string;
          price_pence: number | null;
          price_per: string | null;
          rev: number;
          series: string | null;
          series_day: string | null;
          service: string | null;
          service_type: string;
          size: string | null;
          status: string;
        };
        Insert: {
          access?: string | null;
          address: string;
          by_office?: boolean;
          created_at?: string;
          crew?: string[];
          email?: string | null;
          frequency?: string | null;
          id?: string;
          instructions?: string | null;
          job?: string;
          name: string;
          notes?: string | null;
          phone: string;
          preferred_date: string;
          preferred_time: string;
          price_pence?: number | null;
          price_per?: string | null;
          rev?: number;
          series?: string | null;
          series_day?: string | null;
          service?: string | null;
          service_type: string;
          size?: string | null;
          status?: string;
        };
        Update: {
          access?: string | null;
          address?: string;
          by_office?: boolean;
          created_at?: string;
          crew?: string[];
          email?: string | null;
          frequency?: string | null;
          id?: string;
          instructions?: string | null;
          job?: string;
          name?: string;
          notes?: string | null;
          phone?: string;
          preferred_date?: string;
          preferred_time?: string;
          price_pence?: number | null;
          price_per?: string | null;
          rev?: number;
          series?: string | null;
          series_day?: string | null;
          service?: string | null;
          service_type?: string;
          size?: string | null;
          status?: string;
        };
        Relationships: [
          { foreignKeyName: 'bookings_series_fkey'; columns: ['series']; isOneToOne: false; referencedRelation: 'bookings'; referencedColumns: ['id'] },
        ];
      };
      browser_errors: {
        Row: {
          day: string;
          hash: string;
          kind: string;
          place: string;
          release: string;
          times: number;
        };
        Insert: {
          day?: string;
          hash: string;
          kind: string;
          place: string;
          release: string;
          times: number;
        };
        Update: {
          day?: string;
          hash?: string;
          kind?: string;
          place?: string;
          release?: string;
          times?: number;
        };
        Relationships: [];
      };
      careers: {
        Row: {
          created_at: string;
          description: string;
          id: string;
          location: string;
          requirements: string[] | null;
          rev: number;
          title: string;
          type: string;
        };
        Insert: {
          created_at?: string;
          description: string;
          id?: string;
          location: string;
          requirements?: string[] | null;
          rev?: number;
          title: string;
          type: string;
        };
        Update: {
          created_at?: string;
          description?: string;
          id?: string;
          location?: string;
          requirements?: string[] | null;
          rev?: number;
          title?: string;
          type?: string;
        };
        Relationships: [];
      };
      contact_messages: {
        Row: {
          created_at: string;
          email: string;
          id: string;
          message: string;
          name: string;
          rev: number;
          subject: string;
        };
        Insert: {
          created_at?: string;
          email: string;
          id?: string;
          message: string;
          name: string;
          rev?: number;
          subject: string;
        };
        Update: {
          created_at?: string;
          email?: string;
          id?: string;
          message?: string;
          name?: string;
          rev?: number;
          subject?: string;
        };
        Relationships: [];
      };
      crew: {
        Row: {
          created_at: string;
          id: string;
          name: string;
          phone: string | null;
          rev: number;
        };
        Insert: {
          created_at?: string;
          id?: string;
          name: string;
          phone?: string | null;
          rev?: number;
        };
        Update: {
          created_at?: string;
          id?: string;
          name?: string;
          phone?: string | null;
          rev?: number;
        };
        Relationships: [];
      };
      crew_reports: {
        Row: {
          booking_id: string;
          created_at: string;
          crew_id: string;
          id: string;
          kind: string;
          late: string | null;
          made_at: string;
          message: string | null;
          pictures: number;
          rev: number;
        };
        Insert: {
          booking_id: string;
          created_at?: string;
          crew_id: string;
          id: string;
          kind: string;
          late?: string | null;
          made_at: string;
          message?: string | null;
          pictures: number;
          rev: number;
        };
        Update: {
          booking_id?: string;
          created_at?: string;
          crew_id?: string;
          id?: string;
          kind?: string;
          late?: string | null;
          made_at?: string;
          message?: string | null;
          pictures?: number;
          rev?: number;
        };
        Relationships: [
          { foreignKeyName: 'crew_reports_booking_id_fkey'; columns: ['booking_id']; isOneToOne: false; referencedRelation: 'bookings'; referencedColumns: ['id'] },
        ];
      };
      deleted_rows: {
        Row: {
          id: string;
          rev: number;
          table_name: string;
        };
        Insert: {
          id: string;
          rev?: number;
          table_name: string;
        };
        Update: {
          id?: string;
          rev?: number;
          table_name?: string;
        };
        Relationships: [];
      };
      flood_alarms: {
        Row: {
          created_at: string;
          id: string;
          submissions: number;
          target: string;
        };
        Insert: {
          created_at?: string;
          id?: string;
          submissions: number;
          target: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          submissions?: number;
          target?: string;
        };
        Relationships: [];
      };
      gallery_images: {
        Row: {
          alt: string;
          category: string;
          created_at: string;
          created_by: string | null;
          file_path: string;
          id: string;
          is_pair: boolean;
          rev: number;
          url: string;
        };
        Insert: {
          alt: string;
          category: string;
          created_at?: string;
          created_by?: string | null;
          file_path: string;
          id?: string;
          is_pair?: boolean;
          rev?: number;
          url: string;
        };
        Update: {
          alt?: string;
          category?: string;
          created_at?: string;
          created_by?: string | null;
          file_path?: string;
          id?: string;
          is_pair?: boolean;
          rev?: number;
          url?: string;
        };
        Relationships: [];
      };
      job_applications: {
        Row: {
          career_id: string | null;
          cover_letter: string | null;
          created_at: string;
          email: string;
          id: string;
          name: string;
          phone: string;
          resume_path: string;
          resume_url: string;
          rev: number;
        };
        Insert: {
          career_id?: string | null;
          cover_letter?: string | null;
          created_at?: string;
          email: string;
          id?: string;
          name: string;
          phone: string;
          resume_path: string;
          resume_url: string;
          rev?: number;
        };
        Update: {
          career_id?: string | null;
          cover_letter?: string | null;
          created_at?: string;
          email?: string;
          id?: string;
          name?: string;
          phone?: string;
          resume_path?: string;
          resume_url?: string;
          rev?: number;
        };
        Relationships: [
          { foreignKeyName: 'job_applications_career_id_fkey'; columns: ['career_id']; isOneToOne: false; referencedRelation: 'careers'; referencedColumns: ['id'] },
        ];
      };
      push_devices: {
        Row: {
          auth: string;
          created_at: string;
          endpoint: string;
          id: string;
          name: string;
          p256dh: string;
          user_id: string;
        };
        Insert: {
          auth: string;
          created_at?: string;
          endpoint: string;
          id: string;
          name: string;
          p256dh: string;
          user_id?: string;
        };
        Update: {
          auth?: string;
          created_at?: string;
          endpoint?: string;
          id?: string;
          name?: string;
          p256dh?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      testimonials: {
        Row: {
          avatar_path: string | null;
          avatar_url: string | null;
          created_at: string;
          created_by: string | null;
          id: string;
          name: string;
          quote: string;
          rating: number;
          rev: number;
          role: string | null;
        };
        Insert: {
          avatar_path?: string | null;
          avatar_url?: string | null;
          created_at?: string;
          created_by?: string | null;
          id?: string;
          name: string;
          quote: string;
          rating: number;
          rev?: number;
          role?: string | null;
        };
        Update: {
          avatar_path?: string | null;
          avatar_url?: string | null;
          created_at?: string;
          created_by?: string | null;
          id?: string;
          name?: string;
          quote?: string;
          rating?: number;
          rev?: number;
          role?: string | null;
        };
        Relationships: [];
      };
    };
    Views: Record<never, never>;
    Functions: {
      administrators: {
        Args: Record<never, never>;
        Returns: Json;
      };
      answer_booking: {
        Args: {
          _event_id: string;
          _booking_id: string;
          _expected_revision: number;
          _kind: string;
          _day: string;
          _time_slot: string;
          _message: string;
          _every?: number;
          _price_pence?: number;
          _price_per?: string;
          _crew?: string[];
          _for_series?: boolean;
        };
        Returns: Json;
      };
      answer_request: {
        Args: {
          _event_id: string;
          _booking_id: string;
          _kind: string;
          _offer_event_id?: string;
          _day?: string;
          _time_slot?: string;
          _other_day?: string;
          _other_slot?: string;
        };
        Returns: Json;
      };
      begin_epoch: {
        Args: Record<never, never>;
        Returns: undefined;
      };
      booking_pauses: {
        Args: Record<never, never>;
        Returns: Json;
      };
      bounce_alert: {
        Args: {
          _alert_id: string;
          _bounces: number;
          _reason: string;
        };
        Returns: boolean;
      };
      browser_error_counts: {
        Args: Record<never, never>;
        Returns: Json;
      };
      changes: {
        Args: {
          after: number;
          at_most: number;
          _form?: number;
        };
        Returns: Json;
      };
      claim_alert: {
        Args: {
          _kind: string;
          _id: string;
        };
        Returns: Json;
      };
      claim_crew_push: {
        Args: {
          _id: string;
        };
        Returns: Json;
      };
      claim_push: {
        Args: {
          _booking_id: string;
          _reminders?: boolean;
        };
        Returns: Json;
      };
      claim_receipt: {
        Args: {
          _kind: string;
          _id: string;
          _per_day: number;
          _reminders?: boolean;
          _mailboxes?: number;
          _daily_limit?: number;
        };
        Returns: Json;
      };
      count_browser_errors: {
        Args: {
          _release: string;
          _errors: Json;
        };
        Returns: undefined;
      };
      crew_code: {
        Args: {
          _crew_id: string;
        };
        Returns: Json;
      };
      crew_devices: {
        Args: Record<never, never>;
        Returns: Json;
      };
      crew_jobs: {
        Args: {
          _key: string;
        };
        Returns: Json;
      };
      crew_notify: {
        Args: {
          _key: string;
          _id: string;
          _endpoint: string;
          _p256dh: string;
          _auth: string;
        };
        Returns: boolean;
      };
      crew_register: {
        Args: {
          _code: string;
          _key: string;
          _device: string;
        };
        Returns: Json;
      };
      crew_report: {
        Args: {
          _key: string;
          _event_id: string;
          _job: string;
          _kind: string;
          _message: string;
          _pictures: number;
          _made_at: string;
        };
        Returns: Json;
      };
      crew_targets: {
        Args: {
          _crew_id: string;
        };
        Returns: Json;
      };
      delete_rows: {
        Args: {
          listed: string;
          ids: string[];
        };
        Returns: Json;
      };
      deploy_state: {
        Args: {
          _project_url: string;
        };
        Returns: Json;
      };
      due_alerts: {
        Args: {
          at_most: number;
        };
        Returns: Json;
      };
      end_crew_device: {
        Args: {
          _id: string;
        };
        Returns: boolean;
      };
      ensure_bucket_exists: {
        Args: {
          target_bucket_id: string;
          target_bucket_name: string;
          is_public: boolean;
        };
        Returns: undefined;
      };
      erase_person: {
        Args: {
          address: string;
        };
        Returns: Json;
      };
      expired_pictures: {
        Args: Record<never, never>;
        Returns: Json;
      };
      finish_alert: {
        Args: {
          _alert_id: string;
          _sent: boolean;
          _reason?: string;
        };
        Returns: undefined;
      };
      finish_crew_push: {
        Args: {
          _id: string;
          _done: boolean;
        };
        Returns: undefined;
      };
      finish_push: {
        Args: {
          _event_id: string;
          _result: string;
        };
        Returns: undefined;
      };
      finish_receipt: {
        Args: {
          _receipt_id: string;
          _sent: boolean;
          _refused?: boolean;
          _detail?: string;
        };
        Returns: undefined;
      };
      first_copy: {
        Args: {
          part: string;
          from_day: string;
          place_at: string;
          place_id: string;
          at_most: number;
          _form?: number;
        };
        Returns: Json;
      };
      has_role: {
        Args: {
          _user_id: string;
          _role: string;
        };
        Returns: boolean;
      };
      keep_picture: {
        Args: {
          _report: string;
          _place: number;
          _keep: boolean;
        };
        Returns: boolean;
      };
      kept_pictures: {
        Args: {
          _report: string;
        };
        Returns: Json;
      };
      late_alerts: {
        Args: {
          _caller?: string;
        };
        Returns: number;
      };
      new_crew_pushes: {
        Args: Record<never, never>;
        Returns: Json;
      };
      note_releases: {
        Args: {
          _releases: string[];
        };
        Returns: undefined;
      };
      notify_request: {
        Args: {
          _booking_id: string;
          _id: string;
          _endpoint: string;
          _p256dh: string;
          _auth: string;
        };
        Returns: boolean;
      };
      person_records: {
        Args: {
          address: string;
        };
        Returns: Json;
      };
      push_targets: {
        Args: Record<never, never>;
        Returns: Json;
      };
      receipt_counts: {
        Args: Record<never, never>;
        Returns: Json;
      };
      release_alert: {
        Args: {
          _kind: string;
          _id: string;
        };
        Returns: undefined;
      };
      remove_crew_subscriptions: {
        Args: {
          _ids: string[];
        };
        Returns: undefined;
      };
      remove_expired: {
        Args: {
          at_most: number;
        };
        Returns: Json;
      };
      remove_push_devices: {
        Args: {
          _ids: string[];
        };
        Returns: undefined;
      };
      remove_request_devices: {
        Args: {
          _ids: string[];
        };
        Returns: undefined;
      };
      renew_push_device: {
        Args: {
          _old_id: string;
          _old_auth: string;
          _id: string;
          _endpoint: string;
          _p256dh: string;
          _auth: string;
        };
        Returns: boolean;
      };
      request_states: {
        Args: {
          ids: string[];
        };
        Returns: Json;
      };
      request_targets: {
        Args: {
          _booking_id: string;
        };
        Returns: Json;
      };
      retention: {
        Args: Record<never, never>;
        Returns: Json;
      };
      set_administrator: {
        Args: {
          _email: string;
          _is_administrator: boolean;
        };
        Returns: string;
      };
      set_booking: {
        Args: {
          _id: string;
          _booking_id: string;
          _field: string;
          _expected: string;
          _value: string;
          _for_series?: boolean;
          _expected_revision?: number;
        };
        Returns: Json;
      };
      set_known: {
        Args: {
          _line: string;
          _until: string;
        };
        Returns: undefined;
      };
      set_retention: {
        Args: {
          _target: string;
          _months: number;
        };
        Returns: undefined;
      };
      similar_addresses: {
        Args: {
          address: string;
        };
        Returns: Json;
      };
      stop_notifying: {
        Args: {
          _booking_id: string;
          _id: string;
        };
        Returns: boolean;
      };
      suppress_receipts: {
        Args: {
          _receipt_id: string;
          _undelivered?: string;
          _unwanted?: boolean;
        };
        Returns: boolean;
      };
      unclaimed_resumes: {
        Args: Record<never, never>;
        Returns: Json;
      };
      withdraw: {
        Args: {
          listed: string;
          ids: string[];
        };
        Returns: undefined;
      };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};

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
          day: string | null;
          id: string;
          kind: string;
          message: string | null;
          rev: number;
          time_slot: string | null;
        };
        Insert: {
          actor: string;
          booking_id: string;
          created_at?: string;
          created_by?: string | null;
          day?: string | null;
          id: string;
          kind: string;
          message?: string | null;
          rev: number;
          time_slot?: string | null;
        };
        Update: {
          actor?: string;
          booking_id?: string;
          created_at?: string;
          created_by?: string | null;
          day?: string | null;
          id?: string;
          kind?: string;
          message?: string | null;
          rev?: number;
          time_slot?: string | null;
        };
        Relationships: [
          { foreignKeyName: 'booking_events_booking_id_fkey'; columns: ['booking_id']; isOneToOne: false; referencedRelation: 'bookings'; referencedColumns: ['id'] },
        ];
      };
      bookings: {
        Row: {
          address: string;
          created_at: string;
          email: string;
          frequency: string | null;
          id: string;
          name: string;
          notes: string | null;
          phone: string;
          preferred_date: string;
          preferred_time: string;
          rev: number;
          service: string | null;
          service_type: string;
          size: string | null;
          status: string;
        };
        Insert: {
          address: string;
          created_at?: string;
          email: string;
          frequency?: string | null;
          id?: string;
          name: string;
          notes?: string | null;
          phone: string;
          preferred_date: string;
          preferred_time: string;
          rev?: number;
          service?: string | null;
          service_type: string;
          size?: string | null;
          status?: string;
        };
        Update: {
          address?: string;
          created_at?: string;
          email?: string;
          frequency?: string | null;
          id?: string;
          name?: string;
          notes?: string | null;
          phone?: string;
          preferred_date?: string;
          preferred_time?: string;
          rev?: number;
          service?: string | null;
          service_type?: string;
          size?: string | null;
          status?: string;
        };
        Relationships: [];
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
        };
        Returns: Json;
      };
      answer_request: {
        Args: {
          _event_id: string;
          _booking_id: string;
          _kind: string;
          _offer_event_id: string;
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
      claim_receipt: {
        Args: {
          _kind: string;
          _id: string;
          _per_day: number;
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
      finish_alert: {
        Args: {
          _alert_id: string;
          _sent: boolean;
          _reason: string;
        };
        Returns: undefined;
      };
      finish_receipt: {
        Args: {
          _receipt_id: string;
          _sent: boolean;
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
      late_alerts: {
        Args: Record<never, never>;
        Returns: number;
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
